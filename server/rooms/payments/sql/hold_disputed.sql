-- Sets the sum of a payment that its open disputes hold, which is at most what has not been given back. The wallet that
-- was topped up with the payment, or into which we refunded it, cannot spend that sum.
create or replace function hold_disputed(p_payment uuid) returns void language plpgsql as $$
declare
  pay payment%rowtype;
  held bigint;
  withholds text;
begin
  select * into strict pay from payment where id = p_payment for update;
  select coalesce(sum(amount_kobo), 0) into held from dispute where payment_id = pay.id and state = 'open';
  if held > 0 then held := least(held, greatest(0, pay.paid_kobo - given_back(pay.id))); end if;
  if held = 0 and pay.disputed_kobo = 0 then return; end if;
  update payment set disputed_kobo = held where id = pay.id;
  select k.withholds into withholds from payable join payable_kind k using (kind) where id = pay.payable_id;
  if withholds is not null and pay.outcome = 'credited' then
    execute format('select %I($1, $2)', withholds) using pay, held;
  else
    perform withhold_refund(pay, greatest(0, doubled_refund(pay.id, held) - pay.wallet_back_kobo));
  end if;
end $$;
