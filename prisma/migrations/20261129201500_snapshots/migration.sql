-- hand-written
-- From now on an event stores only the columns of its task that change. Events with nearly the whole row are read in the same way, so
-- no row is rewritten. Gateways of the version before cannot show the new events: stop them first.
COMMENT ON COLUMN "event"."snapshot" IS 'Columns of the task that change after its create; the task''s row has the others.';
