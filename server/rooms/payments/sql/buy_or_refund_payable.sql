-- Buys a payable with the money that has come, or refunds all of it. p_payments: the ids of the payments, those of a
-- payment company first. p_reason: why they must be refunded; null if they need not be.
create or replace function buy_or_refund_payable(
  p_kind payable_kind, p_payable uuid, p_total_kobo bigint, p_payments uuid[], p_reason text, p_goods jsonb
) returns payment_effect language plpgsql as $$
declare
  came_of text := p_reason;
  over_kobo bigint;
  pay record;
  effect payment_effect;
begin
  effect.kind := p_kind.kind;
  effect.payable_id := p_payable;
  if p_reason is null then
    execute format('select %I($1, $2)', p_kind.fulfils) into came_of using p_payable, p_goods;
  end if;
  effect.result := replace(came_of, 'paid_', 'refunded_');
  with used as (
    update payment set outcome = effect.result where id = any (p_payments) returning paid_kobo
  ) select sum(paid_kobo) - p_total_kobo into over_kobo from used;
  if effect.result = came_of then
    perform settle(p_kind, p_payable);
    if over_kobo > 0 then
      effect.refund_id := raise_refund(p_payments[1], over_kobo, 'paid_over', 'source', 'over:' || p_payments[1], '{}', false);
    end if;
    return effect;
  end if;
  for pay in select id, provider, paid_kobo from payment where id = any (p_payments) loop
    if pay.provider = 'wallet' then
      effect.wallet_refund_id := raise_refund(pay.id, pay.paid_kobo, came_of, 'wallet', 'whole:' || pay.id, '{}', false);
    else
      effect.refund_id := raise_refund(pay.id, pay.paid_kobo, came_of, 'source', 'whole:' || pay.id, '{}', false);
      perform free_payment_hold(pay.id);
    end if;
  end loop;
  return effect;
end $$;
