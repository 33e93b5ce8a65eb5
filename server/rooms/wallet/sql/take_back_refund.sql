-- Takes back from the payer's wallet a sum that both we and the company have refunded of a payment. A negative sum is
-- paid into the wallet again. If the wallet no longer has the money, it gets a debt. Returns false, with no change, if
-- the payer's account no longer exists. The caller has locked the payment, and has checked that this sum was not taken
-- back before.
create or replace function take_back_refund(pay payment, p_amount_kobo bigint) returns boolean language plpgsql as $$
declare
  given constant uuid := account_of('outside_refund', pay.id::text);
  journal constant text := 'refund_back:' || pay.id;
  ref constant text := journal || ':' || gen_random_uuid();
  wallet uuid;
begin
  perform from person where id = pay.person_id and erased_at is null for share;
  if not found then return false; end if;
  wallet := account_of('wallet', pay.person_id::text, false);
  if p_amount_kobo < 0 then
    return post_transfer(ref, journal, given, wallet, -p_amount_kobo, 'top_up_back', pay.payable_id);
  end if;
  perform from account where id = wallet for no key update;
  perform allow_debt(wallet, p_amount_kobo);
  return post_transfer(ref, journal, wallet, given, p_amount_kobo, 'top_up_back', pay.payable_id);
end $$;
