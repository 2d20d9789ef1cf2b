-- Number of its products that have changed since its brands, categories and terms were summarised.
ALTER TABLE merchants ADD COLUMN unsummarised INTEGER NOT NULL DEFAULT 0;
