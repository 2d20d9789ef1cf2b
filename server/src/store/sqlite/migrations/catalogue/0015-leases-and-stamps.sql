-- Work that only one instance does at a time. The token grows with every change of the holder (fencing token).
CREATE TABLE leases (
  name     TEXT PRIMARY KEY,
  holder   TEXT NOT NULL,
  token    INTEGER NOT NULL,
  until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Versions of small lists that every instance caches. Triggers, because every way to change a list has to count.
CREATE TABLE stamps (
  name  TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO stamps (name, value) VALUES ('keys', 0), ('synonyms', 0);

CREATE TRIGGER key_inserted AFTER INSERT ON api_keys BEGIN
  UPDATE stamps SET value = value + 1 WHERE name = 'keys';
END;
CREATE TRIGGER key_updated AFTER UPDATE ON api_keys BEGIN
  UPDATE stamps SET value = value + 1 WHERE name = 'keys';
END;
CREATE TRIGGER synonyms_inserted AFTER INSERT ON synonym_edits BEGIN
  UPDATE stamps SET value = value + 1 WHERE name = 'synonyms';
END;
CREATE TRIGGER synonyms_deleted AFTER DELETE ON synonym_edits BEGIN
  UPDATE stamps SET value = value + 1 WHERE name = 'synonyms';
END;
