-- What came of one look at a provider's truth. `refund_id` is a refund to hand to the provider.
create type payment_effect as (result text, booking_id uuid, refund_id uuid);

create type outcome_and_reason as (outcome text, reason text);

-- A provider that knows nothing of an attempt proves nothing until the attempt's time is over.
create function note_unpaid(pay payment, p_status text) returns text language plpgsql as $$
declare next_status text;
begin
  next_status := case
    when p_status in ('failed', 'abandoned', 'pending') then p_status
    when pay.expires_at < now() and pay.status in ('initiated', 'pending') then 'abandoned'
    else pay.status end;
  update payment set status = next_status where id = pay.id and status <> next_status;
  return next_status;
end $$;

-- Money in another currency, or none: nothing is posted until a person has looked.
create function quarantine(pay payment, p_amount_kobo bigint, p_currency text) returns text language plpgsql as $$
declare words text := format('The provider reports %s %s for %s %s.', p_currency, p_amount_kobo, pay.currency, pay.amount_kobo);
begin
  update payment set status = 'pending', failure = words where id = pay.id and failure is distinct from words;
  return case when found then 'quarantined' else 'pending' end;
end $$;

-- The one way in which a payment changes after it was started. Whoever calls, however often and in
-- whatever order: the booking and the attempt are locked, success is final, money is posted once.
-- result: unknown_reference | already | pending | failed | abandoned | quarantined | confirmed |
--         confirmed_other_seats | refunded_late | refunded_twice | refunded_short
create function apply_payment(
  p_reference text, p_status text, p_amount_kobo bigint, p_currency text, p_provider_id text, p_channel text,
  p_kid smallint, p_ticket_ids bytea[], p_ticket_codes text[]
) returns payment_effect language plpgsql as $$
declare
  pay payment%rowtype;
  book booking%rowtype;
  seated text;
  given outcome_and_reason;
  back uuid;
begin
  select * into pay from payment where reference = p_reference;
  if not found then return row('unknown_reference', null, null)::payment_effect; end if;
  -- Always the booking before its payments, as cancelling does, so that neither waits for the other.
  select * into book from booking where id = pay.booking_id for update;
  select * into pay from payment where id = pay.id for update;
  if pay.status = 'succeeded' then return row('already', book.id, null)::payment_effect; end if;
  if p_status <> 'succeeded' then
    return row(note_unpaid(pay, p_status), book.id, null)::payment_effect;
  end if;
  if p_currency is distinct from pay.currency or coalesce(p_amount_kobo, 0) <= 0 then
    return row(quarantine(pay, p_amount_kobo, p_currency), book.id, null)::payment_effect;
  end if;

  update payment set status = 'succeeded', paid_kobo = p_amount_kobo, failure = null, settled_at = now(),
    provider_id = coalesce(p_provider_id, provider_id), channel = coalesce(p_channel, channel) where id = pay.id;
  perform post_transfer('charge:' || pay.reference, 'charge:' || pay.reference, account_of('psp_clearing', pay.provider),
    account_of('customer_prepaid', book.id::text), p_amount_kobo, 'charge', book.id);

  given := case
    when book.status in ('confirmed', 'travelled', 'completed') then row('refunded_twice', 'paid_twice')::outcome_and_reason
    when book.status in ('cancelled', 'operator_cancelled') and book.paid_kobo > 0 then row('refunded_twice', 'paid_twice')
    when book.status in ('cancelled', 'operator_cancelled') then row('refunded_late', 'paid_late')
    when p_amount_kobo < book.total_kobo then row('refunded_short', 'paid_short')
  end;
  if given is null then
    seated := confirm_booking(book.id, p_kid, p_ticket_ids, p_ticket_codes);
    given := case seated
      when 'no_seats' then row('refunded_late', 'paid_late')::outcome_and_reason
      when 'already_confirmed' then row('refunded_twice', 'paid_twice')
      else row(seated, 'paid_over') end;
  end if;
  update payment set outcome = given.outcome where id = pay.id;
  if seated in ('confirmed', 'confirmed_other_seats') then
    update booking set paid_kobo = total_kobo where id = book.id;
    perform settle_booking(book.id);
    if p_amount_kobo > book.total_kobo then
      back := raise_refund(pay.id, p_amount_kobo - book.total_kobo, given.reason, 'source', 'over:' || pay.id, '{}', false);
    end if;
  else
    back := raise_refund(pay.id, p_amount_kobo, given.reason, 'source', 'whole:' || pay.id, '{}', false);
  end if;
  return row(given.outcome, book.id, back)::payment_effect;
end $$;
