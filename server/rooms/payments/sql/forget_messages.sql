-- Deletes payment companies' messages about the payments of these payables, and our answers to decided disputes about
-- them.
create or replace function forget_messages(p_payables uuid[]) returns void language sql as $$
  update webhook_event set raw = ''
    where payment_reference in (select reference from payment where payable_id = any (p_payables));
  update dispute set message = null, evidence = null
    where state <> 'open' and payment_id in (select id from payment where payable_id = any (p_payables))
$$;
