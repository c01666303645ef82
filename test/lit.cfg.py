# lit finds this file above any test; the configuration is in lit/.
import os

config.test_source_root = os.path.dirname(__file__)
lit_config.load_config(
    config, os.path.join(config.test_source_root, "lit", "lit.cfg.py"))
