-- Takes back from the payer's wallet what we refunded into it if the company has also given it back. If this sum is
-- less than at an earlier call, pays the difference into the wallet again. The sum taken is set off against what the
-- company gave back without our order. Repeatable.
create or replace function take_back_doubled(p_payment uuid) returns void language plpgsql as $$
declare
  pay payment%rowtype;
  change bigint;
begin
  select * into strict pay from payment where id = p_payment for update;
  -- Our own refunds never exceed the payment. So nothing is given back twice unless the company gave back more than was
  -- set off.
  if pay.outside_kobo <= 0 and pay.wallet_back_kobo = 0 then return; end if;
  change := doubled_refund(pay.id, 0) - pay.wallet_back_kobo;
  if change = 0 or not take_back_refund(pay, change) then return; end if;
  update payment set wallet_back_kobo = wallet_back_kobo + change, outside_kobo = outside_kobo - change where id = pay.id;
end $$;
