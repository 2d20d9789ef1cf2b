-- Grows with every change of the state. A turn is saved only if it was based on the current version.
ALTER TABLE conversations ADD COLUMN version INTEGER NOT NULL DEFAULT 1;

-- Masking an erased email changes the state too: a turn in progress must not bring the email back.
CREATE TRIGGER conversation_masked AFTER UPDATE OF state ON conversations WHEN new.version = old.version BEGIN
  UPDATE conversations SET version = version + 1 WHERE convo_id = new.convo_id;
END;
