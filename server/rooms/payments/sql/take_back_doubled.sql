-- Takes back from the payer's wallet what was refunded into it and given back by the company too, and returns what is
-- no longer doubled. What is taken back covers money that the company gave back without our order. Repeatable.
create or replace function take_back_doubled(p_payment uuid) returns void language plpgsql as $$
declare
  pay payment%rowtype;
  change bigint;
begin
  select * into strict pay from payment where id = p_payment for update;
  -- Our refunds never exceed the payment, so only money that nothing was set off against can be doubled.
  if pay.outside_kobo <= 0 and pay.wallet_back_kobo = 0 then return; end if;
  change := doubled_refund(pay.id, 0) - pay.wallet_back_kobo;
  if change = 0 or not take_back_refund(pay, change) then return; end if;
  update payment set wallet_back_kobo = wallet_back_kobo + change, outside_kobo = outside_kobo - change where id = pay.id;
end $$;
