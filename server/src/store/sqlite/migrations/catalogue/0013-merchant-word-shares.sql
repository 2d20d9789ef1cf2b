-- For each word of its brands, categories and terms: the share of the merchant's products that have it, as JSON.
ALTER TABLE merchants ADD COLUMN word_shares TEXT NOT NULL DEFAULT '{}';
-- Makes the next import of every merchant summarise it again.
UPDATE merchants SET unsummarised = product_count;
