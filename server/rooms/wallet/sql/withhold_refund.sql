-- Holds p_amount_kobo of the payer's wallet because of a dispute about a payment that we have refunded into this
-- wallet. Replaces an earlier hold for the same payment. What the wallet lacks becomes a debt, so that money which
-- comes later is not spent. Holds nothing if the payer's account no longer exists.
create or replace function withhold_refund(pay payment, p_amount_kobo bigint) returns void language plpgsql as $$
declare
  wallet uuid;
  is_gone boolean;
begin
  -- Lock the person before the account, as other changes of a wallet do, to avoid deadlocks.
  perform from person where id = pay.person_id and erased_at is null for share;
  is_gone := not found;
  delete from wallet_hold where payment_id = pay.id;
  if is_gone or p_amount_kobo = 0 then return; end if;
  wallet := account_of('wallet', pay.person_id::text, false);
  perform from account where id = wallet for no key update;
  perform allow_debt(wallet, p_amount_kobo);
  insert into wallet_hold (payment_id, account_id, amount_kobo) values (pay.id, wallet, p_amount_kobo);
end $$;
