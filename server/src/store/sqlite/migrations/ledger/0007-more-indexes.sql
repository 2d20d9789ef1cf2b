-- For erasing a person, counting non-clicks and listing jobs.
CREATE INDEX signup_requests_by_person ON signup_requests (person_no);
CREATE INDEX non_clicks_by_presentment ON non_clicks (convo_id, presentation_id);
CREATE INDEX jobs_by_state ON jobs (state, created_at_ms DESC, id);
DROP INDEX jobs_dead;
