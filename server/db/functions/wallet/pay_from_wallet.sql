-- The wallet pays all of a thing that its caller has locked and found payable. p_is_proved: its PIN was said, so
-- that this does not count.
-- result: balance_too_low | confirmed | confirmed_other_seats | refunded_late | refunded_twice
create or replace function pay_from_wallet(
  p_id uuid, p_reference text, p_person uuid, p_thing uuid, p_principal text, p_key text,
  p_kid smallint, p_ticket_ids bytea[], p_ticket_codes text[], p_pin_hash bytea default null, p_is_proved boolean default false
) returns payment_effect language plpgsql as $$
declare wanted money_wanted := lock_for_money(p_thing);
begin
  if not take_from_wallet(p_id, p_reference, p_person, p_thing, wanted.total_kobo, p_principal, p_key,
    case when p_is_proved then 0 else wanted.total_kobo end)
  then
    return row('balance_too_low', wanted.booking_id, null, null, wanted.parcel_id)::payment_effect;
  end if;
  return use_money(wanted, array[p_id], null, p_kid, p_ticket_ids, p_ticket_codes, p_pin_hash);
end $$;
