-- By word of its brands, categories and terms: the share of the merchant's products that have it, as a JSON object.
ALTER TABLE merchants ADD COLUMN word_shares TEXT NOT NULL DEFAULT '{}';
-- Merchants are summarised again with their next import, however little has changed.
UPDATE merchants SET unsummarised = product_count;
