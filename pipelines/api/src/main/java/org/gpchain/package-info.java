/** Entry points of the Java API, starting with {@link org.gpchain.GpChain}. */
package org.gpchain;
