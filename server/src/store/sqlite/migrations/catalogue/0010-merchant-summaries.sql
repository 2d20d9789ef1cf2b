-- How many of its products have changed since its brands, categories and terms were told.
ALTER TABLE merchants ADD COLUMN unsummarised INTEGER NOT NULL DEFAULT 0;
