-- What was searched for, per UTC day: the search report. Written in the transaction of the ranking session.
CREATE TABLE query_counts (
  day               INTEGER NOT NULL, -- since 1970
  query             TEXT NOT NULL,    -- lower-cased, with secrets masked, cut to 200 characters
  searches          INTEGER NOT NULL,
  without_results   INTEGER NOT NULL,
  with_conversation INTEGER NOT NULL,
  with_click        INTEGER NOT NULL, -- of those with a conversation
  callers           TEXT NOT NULL,    -- digests of the first distinct callers, separated by commas
  PRIMARY KEY (day, query)
) STRICT, WITHOUT ROWID;

-- NULL: the search is not part of the report.
ALTER TABLE search_events ADD COLUMN is_clicked INTEGER CHECK (is_clicked IN (0, 1));
CREATE INDEX counted_searches_by_time ON search_events (convo_id, at_ms, search_no) WHERE is_clicked IS NOT NULL;
