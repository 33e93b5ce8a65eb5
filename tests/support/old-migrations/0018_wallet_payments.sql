-- How money that lands becomes tickets, when a wallet pays all of a booking or a part of it.

-- What came of one look at a provider's truth. `refund_id` is a refund to hand to the provider,
-- `wallet_refund_id` one that is in its wallet already.
alter type payment_effect add attribute wallet_refund_id uuid;

-- A provider's no frees what the wallet had set aside; should its money land all the same, the wallet is
-- asked again. "Not yet" and "abandoned", which is no last word, free nothing.
create or replace function note_unpaid(pay payment, p_status text) returns text language plpgsql as $$
declare next_status text;
begin
  next_status := case
    when p_status in ('failed', 'abandoned', 'pending') then p_status
    when pay.expires_at < now() and pay.status in ('initiated', 'pending') then 'abandoned'
    else pay.status end;
  update payment set status = next_status where id = pay.id and status <> next_status;
  if next_status = 'failed' then delete from wallet_hold where payment_id = pay.id; end if;
  return next_status;
end $$;

-- Money that has landed for a booking buys its tickets, or all of it goes back: p_payments are the rows
-- it came with, a company's first; p_reason says why it must go back, null when nothing speaks against it.
create function use_money(
  p_booking uuid, p_payments uuid[], p_reason text, p_kid smallint, p_ticket_ids bytea[], p_ticket_codes text[]
) returns payment_effect language plpgsql as $$
declare
  seated text;
  back_reason text := p_reason;
  over_kobo bigint;
  pay record;
  effect payment_effect;
begin
  if back_reason is null then
    seated := confirm_booking(p_booking, p_kid, p_ticket_ids, p_ticket_codes);
    back_reason := case seated when 'no_seats' then 'paid_late' when 'already_confirmed' then 'paid_twice' end;
  end if;
  effect.booking_id := p_booking;
  effect.result := coalesce(replace(back_reason, 'paid_', 'refunded_'), seated);
  update payment set outcome = effect.result where id = any (p_payments);
  if back_reason is null then
    update booking set paid_kobo = total_kobo where id = p_booking;
    perform settle_booking(p_booking);
    select sum(paid_kobo) - (select total_kobo from booking where id = p_booking) into over_kobo
      from payment where id = any (p_payments);
    if over_kobo > 0 then
      effect.refund_id := raise_refund(p_payments[1], over_kobo, 'paid_over', 'source', 'over:' || p_payments[1], '{}', false);
    end if;
    return effect;
  end if;
  for pay in select id, provider, paid_kobo from payment where id = any (p_payments) loop
    if pay.provider = 'wallet' then
      effect.wallet_refund_id := raise_refund(pay.id, pay.paid_kobo, back_reason, 'wallet', 'whole:' || pay.id, '{}', false);
    else
      effect.refund_id := raise_refund(pay.id, pay.paid_kobo, back_reason, 'source', 'whole:' || pay.id, '{}', false);
      delete from wallet_hold where payment_id = pay.id;
    end if;
  end loop;
  return effect;
end $$;

-- The wallet pays all of a booking that its caller has locked and found payable.
-- result: balance_too_low | confirmed | confirmed_other_seats | refunded_late | refunded_twice
create function pay_from_wallet(
  p_id uuid, p_reference text, p_person uuid, p_booking uuid, p_principal text, p_key text,
  p_kid smallint, p_ticket_ids bytea[], p_ticket_codes text[]
) returns payment_effect language plpgsql as $$
declare price_kobo bigint;
begin
  select total_kobo into strict price_kobo from booking where id = p_booking for update;
  if not take_from_wallet(p_id, p_reference, p_person, p_booking, price_kobo, p_principal, p_key) then
    return row('balance_too_low', p_booking, null, null)::payment_effect;
  end if;
  return use_money(p_booking, array[p_id], null, p_kid, p_ticket_ids, p_ticket_codes);
end $$;

-- Money that has landed for a wallet, late, short or over, is in it; where nobody has it any more, it
-- goes back whole. The person's row is shared, so that an erasure waits for this, or is seen.
create function fill_wallet(pay payment, p_amount_kobo bigint) returns payment_effect language plpgsql as $$
declare
  clearing constant uuid := account_of('psp_clearing', pay.provider);
  journal constant text := 'charge:' || pay.reference;
  is_erased boolean;
  effect payment_effect;
begin
  select erased_at is not null into strict is_erased from person where id = pay.person_id for share;
  effect.result := case when is_erased then 'refunded_late' else 'credited' end;
  update payment set outcome = effect.result where id = pay.id;
  if not is_erased then
    perform post_transfer(journal, journal, clearing, account_of('wallet', pay.person_id::text, false), p_amount_kobo, 'top_up');
    return effect;
  end if;
  perform post_transfer(journal, journal, clearing, account_of('refund_payable', ''), p_amount_kobo, 'charge');
  update payment set refund_pending_kobo = p_amount_kobo where id = pay.id;
  insert into refund (id, payment_id, amount_kobo, destination, reason, effect)
    values (gen_random_uuid(), pay.id, p_amount_kobo, 'source', 'paid_late', 'whole:' || pay.id)
    returning id into effect.refund_id;
  return effect;
end $$;

-- The one way in which a payment changes after it was started. Whoever calls, however often and in
-- whatever order: the booking and the attempt are locked, success is final, money is posted once.
-- result: unknown_reference | already | pending | failed | abandoned | quarantined | credited | confirmed |
--         confirmed_other_seats | refunded_late | refunded_twice | refunded_short
create or replace function apply_payment(
  p_reference text, p_status text, p_amount_kobo bigint, p_currency text, p_provider_id text, p_channel text,
  p_kid smallint, p_ticket_ids bytea[], p_ticket_codes text[]
) returns payment_effect language plpgsql as $$
declare
  pay payment%rowtype;
  book booking%rowtype;
  payments uuid[];
  -- Why all of it goes back; null when it buys the tickets.
  back_reason text;
begin
  select * into pay from payment where reference = p_reference;
  if not found then return row('unknown_reference', null, null, null)::payment_effect; end if;
  -- Always the booking before its payments, as cancelling does, so that neither waits for the other.
  if pay.booking_id is not null then select * into book from booking where id = pay.booking_id for update; end if;
  select * into pay from payment where id = pay.id for update;
  if pay.status = 'succeeded' then return row('already', book.id, null, null)::payment_effect; end if;
  if p_status <> 'succeeded' then
    return row(note_unpaid(pay, p_status), book.id, null, null)::payment_effect;
  end if;
  if p_currency is distinct from pay.currency or coalesce(p_amount_kobo, 0) <= 0 then
    return row(quarantine(pay, p_amount_kobo, p_currency), book.id, null, null)::payment_effect;
  end if;

  update payment set status = 'succeeded', paid_kobo = p_amount_kobo, failure = null, settled_at = now(),
    provider_id = coalesce(p_provider_id, provider_id), channel = coalesce(p_channel, channel) where id = pay.id;
  if pay.purpose = 'wallet' then return fill_wallet(pay, p_amount_kobo); end if;
  perform post_transfer('charge:' || pay.reference, 'charge:' || pay.reference, account_of('psp_clearing', pay.provider),
    account_of('customer_prepaid', book.id::text), p_amount_kobo, 'charge', book.id);

  payments := array[pay.id];
  back_reason := case
    when book.status in ('confirmed', 'travelled', 'completed') then 'paid_twice'
    when book.status in ('cancelled', 'operator_cancelled') then case when book.paid_kobo > 0 then 'paid_twice' else 'paid_late' end
    when p_amount_kobo + pay.wallet_part_kobo < book.total_kobo then 'paid_short'
  end;
  if back_reason is null and p_amount_kobo < book.total_kobo then
    -- The wallet gives what is missing: its part, or less where too much was sent.
    payments := payments || gen_random_uuid();
    if not take_from_wallet(payments[2], pay.reference || '.wallet', pay.person_id, book.id,
      book.total_kobo - p_amount_kobo, null, null)
    then
      payments := payments[1:1];
      back_reason := 'paid_short';
    end if;
  end if;
  return use_money(book.id, payments, back_reason, p_kid, p_ticket_ids, p_ticket_codes);
end $$;
