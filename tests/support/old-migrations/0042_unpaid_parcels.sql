-- Nobody has more than ten parcels at a time that are not paid: each keeps a price, and room on a bus is planned for
-- it.
create function limit_unpaid_parcels() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('unpaid:' || new.user_id, 0));
  -- What is sent twice under one number of its sender's phone is one parcel.
  if exists (select from parcel where user_id = new.user_id and client_ref = new.client_ref) then return new; end if;
  if (select count(*) from parcel where user_id = new.user_id and state = 'pending_payment' and pay_until > clock_timestamp()) >= 10 then
    raise exception 'ten parcels are not paid' using errcode = 'check_violation', constraint = 'unpaid_parcels';
  end if;
  return new;
end $$;
create trigger parcel_unpaid_at_most before insert on parcel for each row
  when (new.state = 'pending_payment') execute function limit_unpaid_parcels();
