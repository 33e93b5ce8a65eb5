-- The newest payments of a company, by which the next one is offered.
create index payment_lately on payment (provider, created_at desc);
