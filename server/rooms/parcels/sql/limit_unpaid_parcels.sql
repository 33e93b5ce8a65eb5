-- Trigger: limits a person to ten unpaid parcels, since each reserves a price and space on a bus.
create or replace function limit_unpaid_parcels() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('unpaid:' || new.user_id, 0));
  -- A repeated client_ref stores no second parcel.
  if exists (select from parcel where user_id = new.user_id and client_ref = new.client_ref) then return new; end if;
  if (select count(*) from parcel where user_id = new.user_id and state = 'pending_payment' and pay_until > clock_timestamp()) >= 10 then
    raise exception 'ten parcels are not paid' using errcode = 'check_violation', constraint = 'unpaid_parcels';
  end if;
  return new;
end $$;
