-- What a row put aside needs beside its data, as JSON; its data is from here on the product as it will be kept, from
-- behind its id.
ALTER TABLE staged_products ADD COLUMN about TEXT;
