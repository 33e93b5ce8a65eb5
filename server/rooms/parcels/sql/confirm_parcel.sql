-- Marks a parcel as paid after its money has arrived. Stores its waybill number, which is its tracking ID, so that a
-- parcel has one number, and the hash of its first pickup PIN. Returns confirmed | already_confirmed | too_late.
-- The caller handles the money.
create or replace function confirm_parcel(p_parcel uuid, p_pin_hash bytea) returns text language plpgsql as $$
declare sent parcel%rowtype;
begin
  select * into strict sent from parcel where id = p_parcel for update;
  if sent.state = 'cancelled' then return 'too_late'; end if;
  if sent.paid_kobo > 0 then return 'already_confirmed'; end if;
  update parcel set state = 'paid', paid_kobo = total_kobo, paid_at = now(), waybill = tracking_id,
    pin_issue = 1, pin_hash = p_pin_hash where id = p_parcel;
  insert into parcel_event (id, parcel_id, kind, occurred_at) values (gen_random_uuid(), p_parcel, 'paid', now());
  return 'confirmed';
end $$;
