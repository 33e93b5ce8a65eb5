-- Stores that an attempt was not paid. A failed attempt releases the wallet money held for it; if the company's money
-- comes later, the wallet pays its part then. A pending or abandoned attempt, which may still be paid, releases
-- nothing. What a company calls pending is abandoned after our last check: some say so of what was never paid. A
-- payment that was set aside stays as it is until a person has checked it, unless its company says that it failed.
create or replace function record_unpaid_attempt(pay payment, p_status text) returns text language plpgsql as $$
declare next_status text;
begin
  next_status := case
    when is_quarantined(pay) and p_status <> 'failed' then pay.status
    when p_status = 'pending' and pay.next_check_at = 'infinity' then 'abandoned'
    when p_status in ('failed', 'abandoned', 'pending') then p_status
    when pay.expires_at < now() and pay.status in ('initiated', 'pending') then 'abandoned'
    else pay.status end;
  update payment set status = next_status where id = pay.id and status <> next_status;
  if next_status = 'failed' then perform free_payment_hold(pay.id); end if;
  return next_status;
end $$;
