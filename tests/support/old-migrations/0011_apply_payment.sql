-- What came of one look at a provider's truth. `refund_id` is a refund to hand to the provider.
create type payment_effect as (result text, booking_id uuid, refund_id uuid);

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
  -- Why all of it goes back; null when it buys the tickets.
  back_reason text;
  came_of text;
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

  back_reason := case
    when book.status in ('confirmed', 'travelled', 'completed') then 'paid_twice'
    when book.status in ('cancelled', 'operator_cancelled') then case when book.paid_kobo > 0 then 'paid_twice' else 'paid_late' end
    when p_amount_kobo < book.total_kobo then 'paid_short'
  end;
  if back_reason is null then
    seated := confirm_booking(book.id, p_kid, p_ticket_ids, p_ticket_codes);
    back_reason := case seated when 'no_seats' then 'paid_late' when 'already_confirmed' then 'paid_twice' end;
  end if;
  came_of := coalesce(replace(back_reason, 'paid_', 'refunded_'), seated);
  update payment set outcome = came_of where id = pay.id;
  if back_reason is not null then
    back := raise_refund(pay.id, p_amount_kobo, back_reason, 'source', 'whole:' || pay.id, '{}', false);
    return row(came_of, book.id, back)::payment_effect;
  end if;
  update booking set paid_kobo = total_kobo where id = book.id;
  perform settle_booking(book.id);
  if p_amount_kobo > book.total_kobo then
    back := raise_refund(pay.id, p_amount_kobo - book.total_kobo, 'paid_over', 'source', 'over:' || pay.id, '{}', false);
  end if;
  return row(came_of, book.id, back)::payment_effect;
end $$;
