import django.db.models.expressions
from django.db import migrations, models

# The chips that a statement wrote, each beside its two neighbours in the order of their places. If all stored chips were
# apart before, then chips that are not apart now include a new one and a neighbour of it. The settings keep the planner
# to the index: before its statistics have seen a large review, it takes the table for small enough to read whole.
_CHECK = """
CREATE FUNCTION annotator_text_is_in_one_row_only() RETURNS trigger LANGUAGE plpgsql
SET search_path FROM CURRENT SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  overlap record;
BEGIN
  -- A snapshot from before this statement would hide what somebody else has committed meanwhile.
  IF current_setting('transaction_isolation') NOT IN ('read committed', 'read uncommitted') THEN
    RAISE feature_not_supported USING MESSAGE = 'chips are written in READ COMMITTED transactions only';
  END IF;
  -- Whoever writes chips of the same review waits here until this transaction has ended, and sees its chips then.
  PERFORM FROM annotator_review
  WHERE id = ANY (ARRAY(SELECT DISTINCT lower(extent) >> 32 FROM written WHERE extent IS NOT NULL))
  ORDER BY id FOR NO KEY UPDATE;
  SELECT w.id AS one, neighbour.id AS other INTO overlap FROM written w CROSS JOIN LATERAL (
    (SELECT c.id, c.extent FROM annotator_chip c WHERE lower(c.extent) < lower(w.extent)
     ORDER BY lower(c.extent) DESC LIMIT 1)
    UNION ALL
    (SELECT c.id, c.extent FROM annotator_chip c
     WHERE lower(c.extent) >= lower(w.extent) AND lower(c.extent) < upper(w.extent) AND c.id <> w.id
     ORDER BY lower(c.extent) LIMIT 1)
  ) neighbour WHERE neighbour.extent && w.extent LIMIT 1;
  IF FOUND THEN
    RAISE exclusion_violation USING CONSTRAINT = 'text_is_in_one_row_only', TABLE = 'annotator_chip',
      MESSAGE = format('chips %s and %s break text_is_in_one_row_only: they hold the same text', overlap.one, overlap.other);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER text_is_in_one_row_only_when_inserted AFTER INSERT ON annotator_chip
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION annotator_text_is_in_one_row_only();
CREATE TRIGGER text_is_in_one_row_only_when_updated AFTER UPDATE ON annotator_chip
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION annotator_text_is_in_one_row_only();
"""
_NO_CHECK = """
DROP TRIGGER text_is_in_one_row_only_when_inserted ON annotator_chip;
DROP TRIGGER text_is_in_one_row_only_when_updated ON annotator_chip;
DROP FUNCTION annotator_text_is_in_one_row_only();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0024_overridden_warnings"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="chip",
            index=models.Index(
                django.db.models.expressions.Func(django.db.models.expressions.F("extent"), function="lower"),
                name="chips_by_place",
            ),
        ),
        migrations.RunSQL(_CHECK, _NO_CHECK),
        migrations.RemoveConstraint(model_name="chip", name="text_is_in_one_row_only"),
    ]
