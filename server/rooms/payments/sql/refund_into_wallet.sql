-- Moves a refund for its source into the wallet of the payer's account, once. Returns the refund's state, or `already`
-- if it has ended or has to wait. If the account no longer exists, the refund needs a person again. Locks the person's
-- row (shared), so that a concurrent erasure either waits for this transaction or is visible to it.
create or replace function refund_into_wallet(p_refund uuid) returns text language plpgsql as $$
declare
  back refund%rowtype;
  payer uuid;
  charge_id uuid;
  waits boolean;
begin
  select person_id, coalesce(part_of, id) into payer, charge_id from payment
    where id = (select payment_id from refund where id = p_refund) for update;
  -- If the company has given money back in the meantime, or a dispute is open, nothing goes into the wallet at this
  -- try.
  select outside_kobo > 0 or disputed_kobo > 0 into strict waits from payment where id = charge_id for update;
  select * into strict back from refund where id = p_refund for update;
  if back.state <> 'failed' or not back.to_wallet or waits then return 'already'; end if;
  perform from person where id = payer and erased_at is null for share;
  if not found then
    update refund set state = 'needs_person', to_wallet = false, person_since = now() where id = p_refund;
    return 'needs_person';
  end if;
  update payment set refund_pending_kobo = refund_pending_kobo - back.amount_kobo,
    refunded_kobo = refunded_kobo + back.amount_kobo where id = back.payment_id;
  update refund set state = 'succeeded', destination = 'wallet', wallet_of = payer, to_wallet = false,
    person_since = null, settled_at = now() where id = p_refund;
  perform post_transfer('refund:' || p_refund || ':wallet', 'refund:' || p_refund, account_of('refund_payable', ''),
    account_of('wallet', payer::text, false), back.amount_kobo, 'refund', back.payable_id);
  return 'succeeded';
end $$;
