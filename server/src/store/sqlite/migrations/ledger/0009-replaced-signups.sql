-- A request by a key with the scope `operate` replaces the data of the person's first signup.
ALTER TABLE signup_requests ADD COLUMN may_replace INTEGER NOT NULL DEFAULT 0;
ALTER TABLE signups ADD COLUMN data_from TEXT; -- the request that the data is from; NULL: the first
