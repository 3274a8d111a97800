# For habit's sake: every task is `python3 dev.py TASK`, which needs no make.
TASKS := demo test lint docs bench lock

.PHONY: $(TASKS)
$(TASKS):
	@python3 dev.py $@
