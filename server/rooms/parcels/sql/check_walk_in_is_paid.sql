-- Trigger at the end of a transaction: refuses a parcel without an account that was not paid at a counter in this
-- transaction, since nobody could pay for it later.
create or replace function check_walk_in_is_paid() returns trigger language plpgsql as $$
begin
  if not exists (select from payment where payable_id = new.id and provider = 'counter' and outcome = 'confirmed') then
    raise exception 'the parcel % of nobody is not paid', new.tracking_id using errcode = 'check_violation',
      constraint = 'parcel_of_nobody_is_paid';
  end if;
  return new;
end $$;
