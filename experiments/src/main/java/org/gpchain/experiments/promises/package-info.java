/** Whether promises about errors are kept. */
package org.gpchain.experiments.promises;
