-- Parcels are paid, refunded and claimed through the same rooms and the same ledger as bookings. What is
-- paid for is a thing: a booking or a parcel. Ids are UUIDs, so an id alone says which of them it is.

alter table payment
  add column parcel_id uuid references parcel,
  add constraint paid_for_what_it_says check (
    (purpose = 'booking') = (booking_id is not null) and (purpose = 'parcel') = (parcel_id is not null));
create index payment_parcel on payment (parcel_id) where parcel_id is not null;

alter table refund
  add column parcel_id uuid references parcel,
  add constraint gives_back_for_one_thing check (num_nonnulls(booking_id, parcel_id) <= 1);
create index refund_parcel on refund (parcel_id) where parcel_id is not null;

alter table transfer
  add column parcel_id uuid references parcel,
  add constraint moves_for_one_thing check (num_nonnulls(booking_id, parcel_id) <= 1);
create index transfer_parcel on transfer (parcel_id) where parcel_id is not null;
-- One claim a parcel is paid, whatever its claims say.
create unique index claim_paid_once on transfer (parcel_id) where code = 'claim';

alter table wallet_hold
  drop constraint wallet_hold_pkey,
  alter column booking_id drop not null,
  add column parcel_id uuid references parcel,
  add primary key (payment_id),
  add unique (booking_id),
  add unique (parcel_id),
  add constraint waits_for_one_thing check (num_nonnulls(booking_id, parcel_id) = 1);
drop index wallet_hold_payment;

alter table parcel add constraint paid_with_its_papers
  check (state <> 'paid' or num_nonnulls(waybill, pin_hash, paid_at) = 3);

create or replace function free_wallet_hold() returns trigger language plpgsql as $$
begin
  delete from wallet_hold where booking_id = new.id or parcel_id = new.id;
  return null;
end $$;
create trigger parcel_frees_wallet after update of state on parcel for each row
  when (old.state = 'pending_payment' and new.state <> 'pending_payment')
  execute function free_wallet_hold();

-- Whether money for a thing may still arrive from an attempt that nobody has ended.
drop function awaits_money(uuid);
create function awaits_money(p_thing uuid) returns boolean language sql volatile as $$
  select exists (select from payment where (booking_id = p_thing or parcel_id = p_thing)
    and status in ('initiated', 'pending'))
$$;

-- Posts one transfer; a repeat of the same ref does nothing and tells so.
drop function post_transfer(text, text, uuid, uuid, bigint, text, uuid);
create function post_transfer(
  p_ref text, p_journal text, p_debit uuid, p_credit uuid, p_amount_kobo bigint, p_code text, p_thing uuid default null
) returns boolean language plpgsql as $$
begin
  if p_amount_kobo = 0 then return false; end if;
  insert into transfer (ref, journal, debit_account, credit_account, amount_kobo, code, booking_id, parcel_id)
    values (p_ref, p_journal, p_debit, p_credit, p_amount_kobo, p_code,
      (select id from booking where id = p_thing), (select id from parcel where id = p_thing))
    on conflict (ref) do nothing;
  return found;
end $$;

-- Shares out what a thing paid, by the codes of its price's lines.
drop function settle_booking(uuid);
create function settle(p_thing uuid) returns void language plpgsql as $$
declare
  prepaid uuid := account_of('customer_prepaid', p_thing::text);
  journal text := 'settle:' || p_thing;
  part record;
begin
  for part in
    with line as (
      select s.operator_id::text as operator, one
      from booking b join trip t on t.id = b.trip_id join schedule s on s.id = t.schedule_id,
        jsonb_array_elements(b.fare->'lines') one where b.id = p_thing
      union all
      select p.operator_id::text, one from parcel p, jsonb_array_elements(p.price->'lines') one where p.id = p_thing
    ), placed as (
      select operator, (one->>'amount_kobo')::bigint as amount,
        case when one->>'code' in ('booking_fee', 'change_fee', 'service_fee') then 'platform_fee'
          when one->>'code' = 'vat' then 'vat_payable'
          when one->>'code' in ('insurance', 'cover') then 'insurance_payable' else 'operator_payable' end as kind
      from line
    )
    select kind, case kind when 'operator_payable' then operator else '' end as owner, sum(amount)::bigint as amount
    from placed group by 1, 2 order by 1, 2
  loop
    perform post_transfer(journal || ':' || part.kind, journal, prepaid, account_of(part.kind, part.owner),
      part.amount, 'settle', p_thing);
  end loop;
end $$;

-- The VAT in a parcel's price that is on the platform's fee; null for a booking, where all of it is.
create function vat_of_fee(p_thing uuid) returns bigint language sql stable as $$
  select round(sum(amount_kobo) filter (where code = 'vat') * sum(amount_kobo) filter (where code = 'service_fee')
    / sum(amount_kobo) filter (where code not in ('vat', 'cover')))::bigint
  from parcel p, jsonb_to_recordset(p.price->'lines') line (code text, amount_kobo bigint)
  where p.id = p_thing
$$;

-- Takes settled money back from where it went, in proportion and to the kobo. The platform's fee and its
-- VAT stay where they are, unless the operator failed or the rest does not suffice.
drop function unsettle_booking(uuid, bigint, text, text);
create function unsettle(p_thing uuid, p_amount_kobo bigint, p_reason text, p_ref text) returns void
language plpgsql as $$
declare
  payable uuid := account_of('refund_payable', '');
  fee_vat bigint := vat_of_fee(p_thing);
  taken bigint := 0;
  part record;
begin
  for part in
    with settled as (
      select a.id, a.kind, sum(case when t.credit_account = a.id then t.amount_kobo else -t.amount_kobo end)::bigint as net
      from transfer t join account a on a.id in (t.credit_account, t.debit_account)
      where (t.booking_id = p_thing or t.parcel_id = p_thing)
        and a.kind in ('operator_payable', 'platform_fee', 'vat_payable', 'insurance_payable')
      group by a.id
    ), payer as (
      select id, net, net - case kind when 'platform_fee' then net when 'vat_payable' then least(net, coalesce(fee_vat, net))
        else 0 end as beside_fee
      from settled where net > 0
    ), weighed as (
      select id, case when p_reason = 'operator_cancelled' or p_amount_kobo > sum(beside_fee) over () then net
        else beside_fee end as weight
      from payer
    ), share as (
      select id, div(weight::numeric * p_amount_kobo, sum(weight) over ())::bigint as whole,
             sum(weight) over () as total, row_number() over (order by weight desc, id) as place
      from weighed where weight > 0
    )
    select id, whole + (place <= p_amount_kobo - sum(whole) over ())::int::bigint as amount from share
    where total >= p_amount_kobo
  loop
    perform post_transfer(p_ref || ':' || part.id, p_ref, part.id, payable, part.amount, 'refund', p_thing);
    taken := taken + part.amount;
  end loop;
  if taken <> p_amount_kobo then
    raise exception '% cannot give back % kobo', p_thing, p_amount_kobo;
  end if;
end $$;

-- One refund of one payment, once per effect: row, pending sum and ledger. Null: it was there already.
-- What a wallet paid always goes back into it, whatever was chosen for the rest.
create or replace function raise_refund(
  p_payment uuid, p_amount_kobo bigint, p_reason text, p_destination text, p_effect text, p_seats smallint[], p_settled boolean
) returns uuid language plpgsql as $$
declare
  pay payment%rowtype;
  thing uuid;
  made uuid;
  goes_to text;
  wallet_owner text;
begin
  select * into strict pay from payment where id = p_payment for update;
  thing := coalesce(pay.booking_id, pay.parcel_id);
  goes_to := case pay.provider when 'wallet' then 'wallet' else p_destination end;
  insert into refund (id, payment_id, booking_id, parcel_id, seats, amount_kobo, destination, reason, effect)
    values (gen_random_uuid(), p_payment, pay.booking_id, pay.parcel_id, p_seats, p_amount_kobo, goes_to, p_reason, p_effect)
    on conflict (effect) do nothing returning id into made;
  if made is null then return null; end if;
  if p_settled then
    perform unsettle(thing, p_amount_kobo, p_reason, 'refund:' || made);
  else
    perform post_transfer('refund:' || made, 'refund:' || made, account_of('customer_prepaid', thing::text),
      account_of('refund_payable', ''), p_amount_kobo, 'refund', thing);
  end if;
  if goes_to = 'source' then
    update payment set refund_pending_kobo = refund_pending_kobo + p_amount_kobo where id = p_payment;
    return made;
  end if;
  wallet_owner := coalesce(pay.person_id, (select user_id from booking where id = thing), (select user_id from parcel where id = thing));
  if wallet_owner is null then raise exception 'a guest has no wallet'; end if;
  update payment set refunded_kobo = refunded_kobo + p_amount_kobo where id = p_payment;
  update refund set state = 'succeeded', settled_at = now() where id = made;
  perform post_transfer('refund:' || made || ':wallet', 'refund:' || made, account_of('refund_payable', ''),
    account_of('wallet', wallet_owner, false), p_amount_kobo, 'refund', thing);
  return made;
end $$;

-- Gives back part of what a confirmed thing paid, spread over its payments, a company's first, so that the
-- chosen way holds for as much as can be. A repeat of the effect gives nothing more. The caller holds the thing's row.
drop function request_refund(uuid, bigint, text, text, text, smallint[]);
create function request_refund(
  p_thing uuid, p_amount_kobo bigint, p_reason text, p_destination text, p_effect text, p_seats smallint[]
) returns setof uuid language plpgsql as $$
declare
  pay record;
  rest bigint := p_amount_kobo;
  part bigint;
begin
  if p_amount_kobo = 0
    or exists (select from refund where (booking_id = p_thing or parcel_id = p_thing) and starts_with(effect, p_effect || '#'))
  then return; end if;
  for pay in
    select id, paid_kobo - refunded_kobo - refund_pending_kobo as open_kobo from payment
    where (booking_id = p_thing or parcel_id = p_thing) and outcome in ('confirmed', 'confirmed_other_seats')
    order by provider = 'wallet', settled_at, id for update
  loop
    part := least(rest, pay.open_kobo);
    continue when part <= 0;
    return next raise_refund(pay.id, part, p_reason, p_destination, p_effect || '#' || pay.id, p_seats, true);
    rest := rest - part;
  end loop;
  if rest > 0 then raise exception '% has % kobo less than the refund', p_thing, rest; end if;
end $$;

-- What the provider says about a refund. Succeeded is final; six failed tries call a person.
create or replace function settle_refund(p_refund uuid, p_state text, p_provider_id text) returns text language plpgsql as $$
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
      account_of('psp_clearing', provider_name), back.amount_kobo, 'refund', coalesce(back.booking_id, back.parcel_id));
  end if;
  return next_state;
end $$;
