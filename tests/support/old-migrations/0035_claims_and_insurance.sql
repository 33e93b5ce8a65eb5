-- What a key says of a parcel makes no money: harm counts only after the parcel was taken in, scans have a
-- window of time, insured and large claims are answered by our staff, and the insurance cannot be overdrawn.

-- When it was first taken in, as its `received` scans say. Parcels from before keep the harm that was noted.
alter table parcel add column received_at timestamptz;
update parcel p set received_at = (select min(e.occurred_at) from parcel_event e where e.parcel_id = p.id and e.kind = 'received');
update parcel p set received_at = (select min(e.occurred_at) from parcel_event e where e.parcel_id = p.id and e.kind = p.state)
  where p.state in ('lost', 'damaged') and (p.received_at is null or p.received_at > (
    select max(e.occurred_at) from parcel_event e where e.parcel_id = p.id and e.kind = p.state));
alter table parcel add constraint taken_in_before_harm check (state not in ('lost', 'damaged') or received_at is not null);

-- Who answers a claim hangs on whether the parcel is insured, which the claim cannot say otherwise.
alter table parcel
  add column insured boolean not null generated always as ('full_cover' = any (add_ons)) stored,
  add constraint parcel_insured unique (id, insured);

-- `granted_kobo`: what was accepted; it is paid as soon as there is money for it. `old rules`: answered before
-- our staff had keys.
alter table parcel_claim
  add column insured boolean,
  add column granted_kobo bigint not null default 0 check (granted_kobo >= 0),
  add column answered_by text check (answered_by in ('operator', 'staff', 'old rules')),
  add column staff_key_id uuid references staff_key,
  -- What the operator would pay, and why; ours to follow or not.
  add column recommended_kobo bigint check (recommended_kobo >= 0),
  add column recommendation text,
  add column recommended_at timestamptz;
update parcel_claim c set insured = p.insured, granted_kobo = c.paid_kobo,
    answered_by = case when c.state <> 'open' then 'old rules' end
  from parcel p where p.id = c.parcel_id;
alter table parcel_claim
  alter column insured set not null,
  add foreign key (parcel_id, insured) references parcel (id, insured),
  drop constraint parcel_claim_state_check,
  add constraint parcel_claim_state_check check (state in ('open', 'to_be_paid', 'accepted', 'refused')),
  add constraint granted_as_it_says check (
    (state in ('to_be_paid', 'accepted')) = (granted_kobo > 0) and granted_kobo <= asked_kobo),
  add constraint paid_what_was_granted check (state <> 'accepted' or paid_kobo = granted_kobo),
  add constraint answered_by_somebody check ((state = 'open') = (answered_by is null)),
  add constraint staff_answer_with_a_key check ((answered_by is not distinct from 'staff') = (staff_key_id is not null)),
  -- ₦10,000, as contract/claims.ts says.
  add constraint ours_to_answer check (answered_by is distinct from 'operator' or (not insured and asked_kobo <= 1000000));
drop index parcel_claim_once;
create unique index parcel_claim_once on parcel_claim (parcel_id) where state in ('open', 'to_be_paid', 'accepted');
create index parcel_claim_waits on parcel_claim (decided_at) where state = 'to_be_paid';

create or replace function parcel_may_be_called_off(p parcel) returns boolean language sql stable as $$
  select p.state in ('pending_payment', 'paid', 'received', 'on_hold') and not exists (
    select from parcel_event e join parcel_state s on s.state = e.kind
    where e.parcel_id = p.id and s.rank >= 3 and e.kind <> 'cancelled')
    and not exists (select from parcel_claim c where c.parcel_id = p.id and c.state in ('open', 'to_be_paid', 'accepted'))
$$;

-- The insurance is a strict account from now on: what it was short of is declared float, our own money.
do $$
declare
  insurance uuid := account_of('insurance_payable', '');
  credits bigint;
  debits bigint;
begin
  select coalesce(sum(amount_kobo) filter (where credit_account = insurance), 0),
      coalesce(sum(amount_kobo) filter (where debit_account = insurance), 0)
    into credits, debits from transfer where insurance in (credit_account, debit_account);
  if debits > credits then
    perform post_transfer('float:0035', 'float:0035', account_of('insurance_float', ''), insurance, debits - credits, 'float');
    credits := debits;
  end if;
  insert into wallet_entry (account_id, number, transfer_id, amount_kobo, balance_kobo, created_at)
    select insurance, row_number() over line, t.id, e.amount, sum(e.amount) over line, t.created_at
    from transfer t, lateral (select case when t.credit_account = insurance then t.amount_kobo else -t.amount_kobo end as amount) e
    where insurance in (t.debit_account, t.credit_account)
    window line as (order by t.created_at, e.amount desc, t.id);
  update account set lazy = false, credits_kobo = credits, debits_kobo = debits,
    entries = (select count(*) from wallet_entry where account_id = insurance) where id = insurance;
end $$;

-- Declares float for what the insurance lacks of a sum; a premium goes back whatever claims have cost.
create function fill_insurance(p_needed_kobo bigint, p_ref text) returns void language plpgsql as $$
declare short_kobo bigint;
begin
  select p_needed_kobo - (credits_kobo - debits_kobo - held_kobo) into short_kobo
    from account where id = account_of('insurance_payable', '', false) for no key update;
  if short_kobo > 0 then
    perform post_transfer('float:' || p_ref, 'float:' || p_ref, account_of('insurance_float', ''),
      account_of('insurance_payable', '', false), short_kobo, 'float');
  end if;
end $$;

-- As before: takes settled money back from where it went, in proportion and to the kobo. The platform's fee and its
-- VAT stay where they are, unless the operator failed or the rest does not suffice. A premium that the insurance
-- has spent comes out of float.
create or replace function unsettle(p_thing uuid, p_amount_kobo bigint, p_reason text, p_ref text) returns void
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
      select id, kind, net, net - case kind when 'platform_fee' then net when 'vat_payable' then least(net, coalesce(fee_vat, net))
        else 0 end as beside_fee
      from settled where net > 0
    ), weighed as (
      select id, kind, case when p_reason = 'operator_cancelled' or p_amount_kobo > sum(beside_fee) over () then net
        else beside_fee end as weight
      from payer
    ), share as (
      select id, kind, div(weight::numeric * p_amount_kobo, sum(weight) over ())::bigint as whole,
             sum(weight) over () as total, row_number() over (order by weight desc, id) as place
      from weighed where weight > 0
    )
    select id, kind, whole + (place <= p_amount_kobo - sum(whole) over ())::int::bigint as amount from share
    where total >= p_amount_kobo
  loop
    if part.kind = 'insurance_payable' then perform fill_insurance(part.amount, p_ref); end if;
    perform post_transfer(p_ref || ':' || part.id, p_ref, part.id, payable, part.amount, 'refund', p_thing);
    taken := taken + part.amount;
  end loop;
  if taken <> p_amount_kobo then
    raise exception '% cannot give back % kobo', p_thing, p_amount_kobo;
  end if;
end $$;

-- The state that a parcel's scans say: how it ended; else trouble while nothing is later; else what came
-- furthest, and of that the latest. Null without any scan. Harm counts once a scan from before it took the parcel in.
create or replace function fold_parcel(p_parcel uuid) returns text language sql stable as $$
  with scan as (
    select e.id, e.kind, e.occurred_at, s.rank, s.is_end from parcel_event e join parcel_state s on s.state = e.kind
      join parcel p on p.id = e.parcel_id
    where e.parcel_id = p_parcel and e.kind not in ('paid', 'cancelled')
      and (e.kind not in ('lost', 'damaged') or p.received_at <= e.occurred_at)
  )
  select coalesce(
    (select kind from scan where is_end),
    (select kind from (select kind, rank from scan order by occurred_at desc, id desc limit 1) latest where rank is null),
    (select kind from scan where rank is not null order by rank desc, occurred_at desc, id desc limit 1))
$$;

-- Takes one scan in: once by its id, under the parcel's lock. `p_pin_hash` is of the PIN that was said, which
-- handing out needs. Its time may be from before the payment, or ahead, by five minutes, and 30 days old.
-- Answers what became of it, the parcel's state, and whether that is a new one.
create or replace function record_parcel_scan(
  p_parcel uuid, p_scan parcel_event, p_pin_hash bytea, p_plate text, p_driver_name text, p_driver_phone text,
  out result text, out state text, out has_moved boolean
) language plpgsql as $$
declare
  it parcel;
  hands_out boolean := p_scan.kind in ('delivered', 'returned');
begin
  select * into strict it from parcel where id = p_parcel for update;
  state := it.state;
  has_moved := false;
  if exists (select from parcel_event where id = p_scan.id) then
    result := 'duplicate';
    return;
  end if;
  if it.state in ('pending_payment', 'cancelled') or (it.proved_at is not null and hands_out) then
    result := 'not_live';
    return;
  end if;
  if p_scan.occurred_at not between greatest(it.paid_at - interval '5 minutes', clock_timestamp() - interval '30 days')
    and clock_timestamp() + interval '5 minutes'
  then
    result := 'wrong_time';
    return;
  end if;
  if hands_out and it.pin_tries >= 5 then
    result := 'pin_locked';
    return;
  end if;
  if hands_out and p_pin_hash is distinct from it.pin_hash then
    update parcel set pin_tries = pin_tries + 1 where id = it.id and p_pin_hash is not null;
    result := 'wrong_pin';
    return;
  end if;
  -- A scanner's clock may be a little off; what it sends together keeps its order.
  p_scan.occurred_at := least(clock_timestamp(), greatest(p_scan.occurred_at, it.paid_at));
  insert into parcel_event (id, parcel_id, kind, occurred_at, operator_id, key_id, motor_park_id, trip_id)
    values (p_scan.id, it.id, p_scan.kind, p_scan.occurred_at, p_scan.operator_id, p_scan.key_id,
      p_scan.motor_park_id, p_scan.trip_id)
    on conflict (id) do nothing;
  -- The same id on another parcel, whose lock nobody waited for.
  if not found then
    result := 'duplicate';
    return;
  end if;
  -- Who carried it is forgotten with its people's names.
  if p_scan.kind = 'loaded' and it.sender_name is not null and not exists (
    select from parcel_event e where e.parcel_id = it.id and e.kind = 'loaded'
      and (e.occurred_at, e.id) > (p_scan.occurred_at, p_scan.id))
  then
    update parcel set loaded_trip_id = p_scan.trip_id, loaded_at = p_scan.occurred_at, plate = p_plate,
      driver_name = p_driver_name, driver_phone = p_driver_phone where id = it.id;
  end if;
  if p_scan.kind = 'ready_for_pickup' then
    update parcel set ready_at = least(ready_at, p_scan.occurred_at) where id = it.id;
  end if;
  if p_scan.kind = 'received' then
    update parcel set received_at = least(received_at, p_scan.occurred_at) where id = it.id;
  end if;
  result := case
    when it.proved_at is not null then 'not_live'
    when p_scan.kind in ('lost', 'damaged') and not exists (
      select from parcel where id = it.id and received_at <= p_scan.occurred_at) then 'not_received'
    else 'recorded' end;
  state := coalesce(fold_parcel(it.id), it.state);
  has_moved := state <> it.state;
  if has_moved then
    update parcel p set state = record_parcel_scan.state,
      proved_at = case when hands_out then clock_timestamp() end,
      ended_at = case when hands_out then p_scan.occurred_at end
    where p.id = it.id;
  end if;
end $$;

-- Pays a claim that was accepted into the sender's wallet, out of the insurance where the parcel is insured, else
-- at its operator's cost. paid | waits (the insurance has not got it: nothing changed) | not_granted.
drop function pay_claim(uuid, uuid, bigint);
create function pay_claim(p_claim uuid) returns text language plpgsql as $$
declare
  sent parcel%rowtype;
  claim parcel_claim%rowtype;
  ref text := 'claim:' || p_claim;
  broken text;
begin
  select * into strict sent from parcel where id = (select parcel_id from parcel_claim where id = p_claim) for update;
  select * into strict claim from parcel_claim where id = p_claim for update;
  if claim.state <> 'to_be_paid' then return 'not_granted'; end if;
  if claim.granted_kobo > sent.cover_kobo then
    raise exception 'parcel % is covered for % kobo, not %', sent.id, sent.cover_kobo, claim.granted_kobo;
  end if;
  perform post_transfer(ref, ref,
    case when claim.insured then account_of('insurance_payable', '', false)
      else account_of('operator_payable', sent.operator_id::text) end,
    account_of('wallet', sent.user_id::text, false), claim.granted_kobo, 'claim', sent.id);
  update parcel_claim set state = 'accepted', paid_kobo = granted_kobo where id = p_claim;
  return 'paid';
exception when check_violation then
  get stacked diagnostics broken = constraint_name;
  if broken <> 'no_overdraft' then raise; end if;
  return 'waits';
end $$;
