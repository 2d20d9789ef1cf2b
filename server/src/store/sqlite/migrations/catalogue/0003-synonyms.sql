-- What the operator changed of the synonyms that come with the service.
CREATE TABLE synonym_edits (
  key      TEXT PRIMARY KEY, -- the group's folded words
  kind     TEXT NOT NULL,    -- 'added': a group of their own; 'removed': a built-in one, switched off
  synonyms TEXT NOT NULL,    -- the group as JSON
  at_ms    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
