-- What a staged row needs besides its data, as JSON. From now on, its data is the product as it will be stored, without
-- the id at its start.
ALTER TABLE staged_products ADD COLUMN about TEXT;
