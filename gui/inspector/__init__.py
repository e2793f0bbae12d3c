"""Inspector of a decision: its recording step by step, beside the exact values."""
