-- Credits money that has come for a wallet, even if it is late, too little or too much. If the owner no longer exists,
-- refunds the money whole. Locks the person's row (shared), so that a concurrent erasure either waits for this
-- transaction or is visible to it.
create or replace function fill_wallet(pay payment, p_amount_kobo bigint) returns payment_effect language plpgsql as $$
declare
  clearing constant uuid := account_of('psp_clearing', pay.provider);
  journal constant text := 'charge:' || pay.reference;
  owner uuid;
  is_erased boolean;
  effect payment_effect;
begin
  select p.id, p.erased_at is not null into strict owner, is_erased
    from wallet_top_up u join person p on p.id = u.person_id where u.id = pay.payable_id for share of p;
  effect.kind := 'wallet';
  effect.payable_id := pay.payable_id;
  effect.result := case when is_erased then 'refunded_late' else 'credited' end;
  perform record_outcome(pay.id, effect.result);
  if not is_erased then
    perform post_transfer(journal, journal, clearing, account_of('wallet', owner::text, false), p_amount_kobo, 'top_up', pay.payable_id);
    return effect;
  end if;
  perform post_transfer(journal, journal, clearing, account_of('refund_payable', ''), p_amount_kobo, 'charge', pay.payable_id);
  effect.refund_id := refund_late_charge(pay, p_amount_kobo);
  return effect;
end $$;
