-- Trigger: lets an issued invoice be cancelled once, and its customer's data be deleted. Refuses all other changes.
create or replace function invoice_is_final() returns trigger language plpgsql as $$
declare
  -- The sum is a generated column, which PostgreSQL computes after this trigger, so here it seems to change.
  changing constant text[] := array['person_id', 'customer_name', 'address', 'email', 'phone', 'voided_at', 'void_reason',
    'voided_by', 'total_kobo'];
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - changing = to_jsonb(new) - changing
    and (old.voided_at is null or (old.voided_at, old.void_reason, old.voided_by) is not distinct from (new.voided_at, new.void_reason, new.voided_by))
    and (new.person_id is null or new.person_id is not distinct from old.person_id)
  then return new; end if;
  raise exception 'an invoice is not changed, but taken back' using errcode = 'insufficient_privilege';
end $$;
