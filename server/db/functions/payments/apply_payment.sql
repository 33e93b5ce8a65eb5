-- The one way in which a payment changes after it was started. Whoever calls, however often and in
-- whatever order: the thing and the attempt are locked, success is final, money is posted once.
-- result: unknown_reference | already | pending | failed | abandoned | quarantined | credited | confirmed |
--         confirmed_other_seats | refunded_late | refunded_twice | refunded_short
create or replace function apply_payment(
  p_reference text, p_status text, p_amount_kobo bigint, p_currency text, p_provider_id text, p_channel text,
  p_kid smallint, p_ticket_ids bytea[], p_ticket_codes text[], p_pin_hash bytea default null
) returns payment_effect language plpgsql as $$
declare
  pay payment%rowtype;
  thing uuid;
  wanted money_wanted;
  payments uuid[];
  -- Why all of it goes back; null when it buys what it is for.
  back_reason text;
begin
  select * into pay from payment where reference = p_reference;
  if not found then return row('unknown_reference', null, null, null, null)::payment_effect; end if;
  -- Always the thing before its payments, as cancelling does, so that neither waits for the other.
  thing := coalesce(pay.booking_id, pay.parcel_id);
  if thing is not null then wanted := lock_for_money(thing); end if;
  select * into pay from payment where id = pay.id for update;
  if pay.status = 'succeeded' then
    return row('already', pay.booking_id, null, null, pay.parcel_id)::payment_effect;
  end if;
  if p_status <> 'succeeded' then
    return row(note_unpaid(pay, p_status), pay.booking_id, null, null, pay.parcel_id)::payment_effect;
  end if;
  if p_currency is distinct from pay.currency or coalesce(p_amount_kobo, 0) <= 0 then
    return row(quarantine(pay, p_amount_kobo, p_currency), pay.booking_id, null, null, pay.parcel_id)::payment_effect;
  end if;

  update payment set status = 'succeeded', paid_kobo = p_amount_kobo, failure = null, settled_at = now(),
    provider_id = coalesce(p_provider_id, provider_id), channel = coalesce(p_channel, channel) where id = pay.id;
  if pay.purpose = 'wallet' then return fill_wallet(pay, p_amount_kobo); end if;
  perform post_transfer('charge:' || pay.reference, 'charge:' || pay.reference, account_of('psp_clearing', pay.provider),
    account_of('customer_prepaid', thing::text), p_amount_kobo, 'charge', thing);

  payments := array[pay.id];
  back_reason := coalesce(wanted.refusal,
    case when p_amount_kobo + pay.wallet_part_kobo < wanted.total_kobo then 'paid_short' end);
  if back_reason is null and p_amount_kobo < wanted.total_kobo then
    -- The wallet gives what is missing: its part, or less where too much was sent.
    payments := payments || gen_random_uuid();
    if not take_from_wallet(payments[2], pay.reference || '.wallet', pay.person_id, thing,
      wanted.total_kobo - p_amount_kobo, null, null)
    then
      payments := payments[1:1];
      back_reason := 'paid_short';
    end if;
  end if;
  return use_money(wanted, payments, back_reason, p_kid, p_ticket_ids, p_ticket_codes, p_pin_hash);
end $$;
