/**
 * The UIMA types GPChain adds to those of DKPro Core. The classes of this package are generated
 * from {@code GpChainTypes.xml}.
 */
package org.gpchain.type;
