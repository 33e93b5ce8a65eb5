-- Shares out what a booking paid, by the codes of its fare lines.
create function settle_booking(p_booking uuid) returns void language plpgsql as $$
declare
  prepaid uuid := account_of('customer_prepaid', p_booking::text);
  journal text := 'settle:' || p_booking;
  part record;
begin
  for part in
    select case line->>'code' when 'booking_fee' then 'platform_fee' when 'change_fee' then 'platform_fee'
             when 'vat' then 'vat_payable' when 'insurance' then 'insurance_payable' else 'operator_payable' end as kind,
           case when line->>'code' in ('booking_fee', 'change_fee', 'vat', 'insurance') then '' else s.operator_id::text end as owner,
           sum((line->>'amount_kobo')::bigint)::bigint as amount
    from booking b join trip t on t.id = b.trip_id join schedule s on s.id = t.schedule_id,
         jsonb_array_elements(b.fare->'lines') line
    where b.id = p_booking group by 1, 2 order by 1, 2
  loop
    perform post_transfer(journal || ':' || part.kind, journal, prepaid, account_of(part.kind, part.owner),
      part.amount, 'settle', p_booking);
  end loop;
end $$;

-- Takes settled money back from where it went, in proportion and to the kobo. The platform's fee and its
-- VAT stay where they are, unless the operator failed or the rest does not suffice.
create function unsettle_booking(p_booking uuid, p_amount_kobo bigint, p_reason text, p_ref text) returns void
language plpgsql as $$
declare
  payable uuid := account_of('refund_payable', '');
  taken bigint := 0;
  part record;
begin
  for part in
    with settled as (
      select a.id, a.kind in ('platform_fee', 'vat_payable') as is_fee,
             sum(case when t.credit_account = a.id then t.amount_kobo else -t.amount_kobo end)::bigint as net
      from transfer t join account a on a.id in (t.credit_account, t.debit_account)
      where t.booking_id = p_booking
        and a.kind in ('operator_payable', 'platform_fee', 'vat_payable', 'insurance_payable')
      group by a.id
    ), payer as (
      select * from settled where net > 0 and (not is_fee or p_reason = 'operator_cancelled'
        or p_amount_kobo > (select coalesce(sum(net), 0) from settled where net > 0 and not is_fee))
    ), share as (
      select id, div(net::numeric * p_amount_kobo, sum(net) over ())::bigint as whole,
             sum(net) over () as total, row_number() over (order by net desc, id) as place
      from payer
    )
    select id, whole + (place <= p_amount_kobo - sum(whole) over ())::int::bigint as amount from share
    where total >= p_amount_kobo
  loop
    perform post_transfer(p_ref || ':' || part.id, p_ref, part.id, payable, part.amount, 'refund', p_booking);
    taken := taken + part.amount;
  end loop;
  if taken <> p_amount_kobo then
    raise exception 'booking % cannot give back % kobo', p_booking, p_amount_kobo;
  end if;
end $$;

-- One refund of one payment, once per effect: row, pending sum and ledger. Null: it was there already.
create function raise_refund(
  p_payment uuid, p_amount_kobo bigint, p_reason text, p_destination text, p_effect text, p_seats smallint[], p_settled boolean
) returns uuid language plpgsql as $$
declare
  pay payment%rowtype;
  made uuid;
  wallet_owner text;
begin
  select * into strict pay from payment where id = p_payment for update;
  insert into refund (id, payment_id, booking_id, seats, amount_kobo, destination, reason, effect)
    values (gen_random_uuid(), p_payment, pay.booking_id, p_seats, p_amount_kobo, p_destination, p_reason, p_effect)
    on conflict (effect) do nothing returning id into made;
  if made is null then return null; end if;
  if p_settled then
    perform unsettle_booking(pay.booking_id, p_amount_kobo, p_reason, 'refund:' || made);
  else
    perform post_transfer('refund:' || made, 'refund:' || made, account_of('customer_prepaid', pay.booking_id::text),
      account_of('refund_payable', ''), p_amount_kobo, 'refund', pay.booking_id);
  end if;
  if p_destination = 'source' then
    update payment set refund_pending_kobo = refund_pending_kobo + p_amount_kobo where id = p_payment;
    return made;
  end if;
  select user_id::text into wallet_owner from booking where id = pay.booking_id;
  if wallet_owner is null then raise exception 'a guest has no wallet'; end if;
  update payment set refunded_kobo = refunded_kobo + p_amount_kobo where id = p_payment;
  update refund set state = 'succeeded', settled_at = now() where id = made;
  perform post_transfer('refund:' || made || ':wallet', 'refund:' || made, account_of('refund_payable', ''),
    account_of('wallet', wallet_owner, false), p_amount_kobo, 'refund', pay.booking_id);
  return made;
end $$;

-- Gives back part of what a confirmed booking paid, spread over its payments. A repeat of the effect
-- gives nothing more. The caller holds the booking's row.
create function request_refund(
  p_booking uuid, p_amount_kobo bigint, p_reason text, p_destination text, p_effect text, p_seats smallint[]
) returns setof uuid language plpgsql as $$
declare
  pay record;
  rest bigint := p_amount_kobo;
  part bigint;
begin
  if p_amount_kobo = 0
    or exists (select from refund where booking_id = p_booking and starts_with(effect, p_effect || '#'))
  then return; end if;
  for pay in
    select id, paid_kobo - refunded_kobo - refund_pending_kobo as open_kobo from payment
    where booking_id = p_booking and outcome in ('confirmed', 'confirmed_other_seats')
    order by settled_at, id for update
  loop
    part := least(rest, pay.open_kobo);
    continue when part <= 0;
    return next raise_refund(pay.id, part, p_reason, p_destination, p_effect || '#' || pay.id, p_seats, true);
    rest := rest - part;
  end loop;
  if rest > 0 then raise exception 'booking % has % kobo less than the refund', p_booking, rest; end if;
end $$;

-- What the provider says about a refund. Succeeded is final; six failed tries call a person.
create function settle_refund(p_refund uuid, p_state text, p_provider_id text) returns text language plpgsql as $$
declare
  back refund%rowtype;
  provider_name text;
  next_state text;
begin
  select provider into provider_name from payment
    where id = (select payment_id from refund where id = p_refund) for update;
  select * into strict back from refund where id = p_refund for update;
  if back.state = 'succeeded' then return 'already'; end if;
  next_state := case when p_state = 'failed' and back.tries >= 6 then 'needs_person' else p_state end;
  update refund set state = next_state, provider_id = coalesce(p_provider_id, provider_id), heard_at = now(),
    settled_at = case when next_state = 'succeeded' then now() end where id = p_refund;
  if next_state = 'succeeded' then
    update payment set refund_pending_kobo = refund_pending_kobo - back.amount_kobo,
      refunded_kobo = refunded_kobo + back.amount_kobo where id = back.payment_id;
    perform post_transfer('refund:' || p_refund || ':paid', 'refund:' || p_refund, account_of('refund_payable', ''),
      account_of('psp_clearing', provider_name), back.amount_kobo, 'refund', back.booking_id);
  end if;
  return next_state;
end $$;
