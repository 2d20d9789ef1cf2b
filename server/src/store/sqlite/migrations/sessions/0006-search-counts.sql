-- Searches per quarter of an hour, for the funnel report. Sessions expire; their count stays.
CREATE TABLE search_counts (
  at_ms    INTEGER PRIMARY KEY, -- the start of the quarter
  searches INTEGER NOT NULL
) STRICT;
INSERT INTO search_counts
  SELECT at_ms - at_ms % 900000, count(*) FROM (
    SELECT id, created_at_ms AS at_ms FROM ranking_sessions UNION SELECT session_id, at_ms FROM search_events)
  GROUP BY 1;
