-- Trigger: limits an operator to granting ₦200,000 a day for claims (contract/parcels/rules.ts); our staff decide the
-- rest.
create or replace function limit_operator_claims() returns trigger language plpgsql as $$
declare
  operator uuid := (select operator_id from parcel where id = new.parcel_id);
  granted bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('claims of ' || operator, 0));
  select coalesce(sum(c.granted_kobo), 0) into granted from parcel_claim c join parcel p on p.id = c.parcel_id
    where p.operator_id = operator and c.id <> new.id and c.answered_by = 'operator'
      and c.decided_at > now() - interval '24 hours';
  if granted + new.granted_kobo > 20000000 then
    raise exception 'operators grant no more a day' using errcode = 'check_violation', constraint = 'operator_claims_a_day';
  end if;
  return new;
end $$;
