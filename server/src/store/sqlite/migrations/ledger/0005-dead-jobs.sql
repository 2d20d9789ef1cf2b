-- Counted by every request of /metrics; there are few.
CREATE INDEX jobs_dead ON jobs (created_at_ms) WHERE state = 'dead';
