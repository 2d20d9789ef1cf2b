-- Which process runs it, as processes on the same machine can tell; '' where that is not known.
ALTER TABLE feed_runs ADD COLUMN runner TEXT NOT NULL DEFAULT '';
