-- Few, and asked for with every look at /metrics.
CREATE INDEX jobs_dead ON jobs (created_at_ms) WHERE state = 'dead';
