-- Makes one refund of one payment, once per effect: stores its row, adds it to the payment's pending sum, and posts it
-- to the ledger. Returns null if the refund exists. Wallet money always returns to the wallet, a guest's and that of an
-- erased account always to its source. Wallet money of an erased account has none and needs a person. What was paid at
-- a counter waits until a clerk pays it out; no job tries it. The payer's row is locked (shared), so that a concurrent
-- erasure either waits for this transaction or is visible to it.
create or replace function raise_refund(
  p_payment uuid, p_amount_kobo bigint, p_reason text, p_destination text, p_effect text, p_seats smallint[], p_settled boolean
) returns uuid language plpgsql as $$
declare
  pay payment%rowtype;
  made uuid;
  payer uuid;
  is_of_erased_wallet boolean;
begin
  select * into strict pay from payment where id = p_payment for update;
  if pay.provider = 'wallet' or p_destination = 'wallet' then
    select id into payer from person where id = pay.person_id and erased_at is null for share;
  end if;
  is_of_erased_wallet := pay.provider = 'wallet' and payer is null;
  insert into refund (id, payment_id, payable_id, seats, amount_kobo, destination, wallet_of, reason, effect,
      state, person_since, next_try_at)
    values (gen_random_uuid(), p_payment, pay.payable_id, p_seats, p_amount_kobo,
      case when payer is null then 'source' else 'wallet' end, payer, p_reason, p_effect,
      case when is_of_erased_wallet then 'needs_person' else 'requested' end, case when is_of_erased_wallet then now() end,
      case when pay.provider = 'counter' then 'infinity' else now() end)
    on conflict (effect) do nothing returning id into made;
  if made is null then return null; end if;
  if p_settled then
    perform reverse_settlement(pay.payable_id, p_amount_kobo, p_reason, 'refund:' || made);
  else
    perform post_transfer('refund:' || made, 'refund:' || made, account_of('customer_prepaid', pay.payable_id::text),
      account_of('refund_payable', ''), p_amount_kobo, 'refund', pay.payable_id);
  end if;
  if payer is null then
    update payment set refund_pending_kobo = refund_pending_kobo + p_amount_kobo where id = p_payment;
    return made;
  end if;
  update payment set refunded_kobo = refunded_kobo + p_amount_kobo where id = p_payment;
  update refund set state = 'succeeded', settled_at = now() where id = made;
  perform post_transfer('refund:' || made || ':wallet', 'refund:' || made, account_of('refund_payable', ''),
    account_of('wallet', payer::text, false), p_amount_kobo, 'refund', pay.payable_id);
  return made;
end $$;
