"""All that is kept between runs, in one SQLite file."""
