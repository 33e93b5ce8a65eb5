-- Trigger at the end of a transaction: a parcel without an account was paid at a counter when it was made, since nobody
-- could pay for it later.
create or replace function check_walk_in_is_paid() returns trigger language plpgsql as $$
begin
  if not exists (select from payment where payable_id = new.id and provider = 'counter' and outcome = 'confirmed') then
    raise exception 'the parcel % of nobody is not paid', new.tracking_id using errcode = 'check_violation',
      constraint = 'parcel_of_nobody_is_paid';
  end if;
  return new;
end $$;
