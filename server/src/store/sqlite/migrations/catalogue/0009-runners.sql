-- Identifies the process of the run to other processes on its machine; '' if unknown.
ALTER TABLE feed_runs ADD COLUMN runner TEXT NOT NULL DEFAULT '';
