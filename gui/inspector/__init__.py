"""Looking inside a decision: its recording step by step, beside what is true."""
