-- The only function that settles an attempt at a payment company. It may be called repeatedly and in any order: it
-- locks the rows of payable and attempt, success is final, and money is posted once. p_goods: what the payer gets, made
-- by the room of the payable. result: unknown_reference | already | initiated | pending | failed | abandoned |
-- quarantined | credited | confirmed | confirmed_other_seats | refunded_late | refunded_twice | refunded_short. Its
-- statements are planned only once (plan_cache_mode), like those of take_seats.
create or replace function apply_payment(
  p_reference text, p_status text, p_amount_kobo bigint, p_currency text, p_provider_id text, p_channel text, p_goods jsonb
) returns payment_effect language plpgsql
  set plan_cache_mode = force_generic_plan as $$
declare
  pay payment%rowtype;
  kind_of payable_kind%rowtype;
  wanted payable_wanted;
  payments uuid[];
  -- Why all of the money is refunded; null if the money buys the payable.
  back_reason text;
  effect payment_effect;
begin
  select * into pay from payment where reference = p_reference;
  if not found then
    effect.result := 'unknown_reference';
    return effect;
  end if;
  select k.* into strict kind_of from payable join payable_kind k using (kind) where id = pay.payable_id;
  -- Lock the payable before its payments, as cancelling does, to avoid deadlocks.
  if kind_of.receives is null then
    execute format('select * from %I($1)', kind_of.locks) into wanted using pay.payable_id;
  end if;
  select * into pay from payment where id = pay.id for update;
  effect.result := case
    when pay.status = 'succeeded' then 'already'
    when p_status <> 'succeeded' then record_unpaid_attempt(pay, p_status)
    when p_currency is distinct from pay.currency or coalesce(p_amount_kobo, 0) <= 0
      -- A transaction of the company pays only once, even if the company reports it under several references.
      or exists (select from payment other where other.provider_id = p_provider_id and other.provider = pay.provider
        and other.status = 'succeeded' and other.part_of is null)
      then quarantine_payment(pay, p_amount_kobo, p_currency) end;
  if effect.result is not null then
    effect.kind := kind_of.kind;
    effect.payable_id := pay.payable_id;
    return effect;
  end if;

  update payment set status = 'succeeded', paid_kobo = p_amount_kobo, failure = null, settled_at = now(),
    provider_id = coalesce(p_provider_id, provider_id), channel = coalesce(p_channel, channel) where id = pay.id;
  if kind_of.receives is not null then
    execute format('select * from %I($1, $2)', kind_of.receives) into effect using pay, p_amount_kobo;
    return effect;
  end if;
  perform post_transfer('charge:' || pay.reference, 'charge:' || pay.reference, account_of('psp_clearing', pay.provider),
    account_of('customer_prepaid', pay.payable_id::text), p_amount_kobo, 'charge', pay.payable_id);

  payments := array[pay.id];
  back_reason := coalesce(wanted.refusal,
    case when p_amount_kobo + pay.wallet_part_kobo < wanted.total_kobo then 'paid_short' end);
  if back_reason is null and p_amount_kobo < wanted.total_kobo then
    -- The wallet pays what is missing: its part, or less if the payer sent too much.
    payments := payments || gen_random_uuid();
    if not take_from_wallet(payments[2], pay.reference || '.wallet', pay.person_id, pay.payable_id,
      wanted.total_kobo - p_amount_kobo, null, null)
    then
      payments := payments[1:1];
      back_reason := 'paid_short';
    end if;
  end if;
  return buy_or_refund_payable(kind_of, pay.payable_id, wanted.total_kobo, payments, back_reason, p_goods);
end $$;
