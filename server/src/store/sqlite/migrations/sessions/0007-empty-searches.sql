-- Whether a search found nothing, so that its count can be taken back. 0 also for searches before this column.
ALTER TABLE search_events ADD COLUMN is_empty INTEGER NOT NULL DEFAULT 0 CHECK (is_empty IN (0, 1));
