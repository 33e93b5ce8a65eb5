-- Writes an attempt to pay a thing, before its provider hears of it, and sets the wallet's part aside. A booking
-- awaits its money from then on, and keeps its seats p_extend_to minutes in all if told. The attempt ends a minute
-- before the time to pay does, a parcel's after half an hour, but lasts at least a minute. p_is_proved: the wallet's
-- PIN was said for its part, so that this does not count. False: the wallet has not got its part.
create or replace function open_attempt(
  p_id uuid, p_reference text, p_thing uuid, p_person uuid, p_provider text, p_channel text, p_amount_kobo bigint,
  p_wallet_part_kobo bigint, p_extend_to int, p_principal text, p_key text, p_is_proved boolean default false
) returns boolean language plpgsql as $$
begin
  update booking set status = 'awaiting_payment' where id = p_thing and status = 'held';
  if p_extend_to is not null then perform extend_hold(p_thing, p_extend_to); end if;
  insert into payment (id, reference, purpose, booking_id, parcel_id, person_id, provider, channel, amount_kobo,
      wallet_part_kobo, without_pin_kobo, idempotency_principal, idempotency_key, expires_at)
    select p_id, p_reference, purpose, booking_id, parcel_id, p_person, p_provider, p_channel, p_amount_kobo,
      p_wallet_part_kobo, case when p_is_proved then 0 else p_wallet_part_kobo end, p_principal, p_key,
      greatest(until_ts - interval '1 minute', clock_timestamp() + interval '1 minute')
    from (
      select 'booking' as purpose, id as booking_id, null::uuid as parcel_id, hold_expires_at as until_ts
        from booking where id = p_thing
      union all
      select 'parcel', null, id, least(pay_until, clock_timestamp() + interval '31 minutes') from parcel where id = p_thing
    ) thing;
  return hold_in_wallet(p_thing, p_id, p_person, p_wallet_part_kobo);
end $$;
